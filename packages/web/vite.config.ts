import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformAsync } from '@babel/core';
import { defineConfig, type Plugin } from 'vite';

/**
 * Compiles the JSX of this package for Solid. The published plugin would also compile every dependency from its
 * sources, which takes several times as long.
 */
function solid(): Plugin {
  return {
    name: 'parley:solid',
    enforce: 'pre',
    transform: {
      filter: { id: /\.tsx$/ },
      handler: compile,
    },
  };

  async function compile(code: string, id: string) {
    const compiled = await transformAsync(code, {
      // Presets are resolved from this folder, wherever the build was started.
      cwd: import.meta.dirname,
      filename: id,
      babelrc: false,
      configFile: false,
      sourceMaps: true,
      parserOpts: { plugins: ['jsx', 'typescript'] },
      presets: [['babel-preset-solid', {}]],
    });
    return { code: compiled?.code ?? '', map: compiled?.map ?? null };
  }
}

/**
 * Solid creates elements by assigning compiled templates to `innerHTML`, which Trusted Types permit only through a
 * policy. The policy is private to Solid's module, so no other code can use it.
 */
function trustedTemplates(): Plugin {
  const sink = 't.innerHTML = html;';
  const policy =
    "const parleyTemplates = globalThis.trustedTypes?.createPolicy('parley-templates', { createHTML: (html) => html });";
  return {
    name: 'parley:trusted-templates',
    transform: {
      filter: { id: /solid-js\/web\/dist\/web\.js$/ },
      handler: trust,
    },
  };

  function trust(code: string) {
    if (code.split(sink).length !== 2) throw new Error('Solid makes its templates in another way now.');
    const assigned = 't.innerHTML = parleyTemplates ? parleyTemplates.createHTML(html) : html;';
    return { code: `${policy}\n${code.replace(sink, assigned)}`, map: null };
  }
}

/** Lists the packages whose code the bundle contains, as `name@version`, for the bill of materials' test. */
function bundledPackages(): Plugin {
  return {
    name: 'parley:bundled-packages',
    generateBundle() {
      const folders = Array.from(
        this.getModuleIds(),
        (id) => /^\0?(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(id)?.[1],
      );
      const names = [...new Set(folders)].flatMap((folder) => {
        if (folder === undefined) return [];
        const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
        return [`${name}@${version}`];
      });
      mkdirSync(join(import.meta.dirname, 'dist'), { recursive: true });
      writeFileSync(
        join(import.meta.dirname, 'dist/bundled-packages.json'),
        JSON.stringify(names.sort(), null, 2),
      );
    },
  };
}

export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  logLevel: 'warn',
  plugins: [trustedTemplates(), solid(), bundledPackages()],
  resolve: { conditions: ['parley-source', 'browser', 'module', 'import', 'default'] },
  build: {
    outDir: 'dist/site',
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    // Inlined assets would require `data:` in the content security policy.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // Code that every visit needs is one file, because dozens of small files cost more time than they save.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'app', tags: ['$initial'] }] } } },
  },
});
