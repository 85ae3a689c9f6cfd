import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformAsync } from '@babel/core';
import { build, defineConfig, type Plugin, type Rolldown } from 'vite';

const conditions = ['parley-source', 'browser', 'module', 'import', 'default'];

/**
 * Compiles the JSX of this package for Solid. The published plugin would also compile all dependencies from source, which takes
 * several times as long.
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
      // Resolves Babel presets from this folder, independent of the current directory.
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
 * Lets Solid work with Trusted Types. Solid assigns compiled templates to `innerHTML`, which Trusted Types permit only through
 * a policy. The policy is private to Solid's module, so no other code can use it.
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

/**
 * Writes a list of the packages whose code the bundle contains, as `name@version`. The test of the bill of materials reads it.
 */
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

/**
 * Makes the client installable: emits icons, the web app manifest, and the service worker with the list of all files. The
 * gateway adds to the manifest the fields that depend on the organization and the language.
 */
function installable(): Plugin {
  const folder = join(import.meta.dirname, 'src/installed');
  return {
    name: 'parley:installable',
    generateBundle: { order: 'post', handler: emit },
  };

  async function emit(this: Rolldown.PluginContext, _options: unknown, bundle: Rolldown.OutputBundle) {
    const icon = (name: string) => {
      const reference = this.emitFile({ type: 'asset', name, source: readFileSync(join(folder, name)) });
      return `/${this.getFileName(reference)}`;
    };
    const icons = { 192: icon('icon-192.png'), 512: icon('icon-512.png') };
    const maskable = icon('maskable-512.png');
    const badge = icon('badge-96.png');
    const manifest = {
      id: '/',
      name: 'Parley',
      short_name: 'Parley',
      start_url: '/',
      scope: '/',
      display: 'standalone',
      background_color: '#f6f6f8',
      theme_color: '#f6f6f8',
      categories: ['business', 'productivity', 'social'],
      icons: [
        ...Object.entries(icons).map(([size, src]) => ({
          src,
          sizes: `${size}x${size}`,
          type: 'image/png',
        })),
        { src: maskable, sizes: '512x512', type: 'image/png', purpose: 'maskable' },
      ],
      share_target: {
        action: '/share',
        method: 'POST',
        enctype: 'multipart/form-data',
        params: {
          title: 'title',
          text: 'text',
          url: 'url',
          files: [{ name: 'files', accept: ['*/*'] }],
        },
      },
    };
    this.emitFile({
      type: 'asset',
      fileName: 'manifest.webmanifest',
      source: JSON.stringify(manifest, null, 2),
    });
    const files = Object.keys(bundle)
      // The list of leaked passwords and the reader of PDF are large, and needed only with a connection.
      .filter((name) => name.startsWith('assets/') && !/^assets\/(?:password-strength|pdf-page)-/.test(name))
      .map((name) => `/${name}`)
      .sort();
    const page = bundle['index.html'];
    const entry =
      page?.type === 'asset' && /<script type="module"[^>]* src="([^"]+)"/.exec(String(page.source))?.[1];
    if (!entry || !files.includes(entry)) throw new Error('The page names no script of this build.');
    const code = await workerCode();
    const version = createHash('sha256').update(files.join()).update(code).digest('hex').slice(0, 16);
    const parleyBuild = { version, files, entry, icon: icons[192], badge };
    this.emitFile({
      type: 'asset',
      fileName: 'service-worker.js',
      source: `globalThis.parleyBuild=${JSON.stringify(parleyBuild)};\n${code}`,
    });
  }

  async function workerCode(): Promise<string> {
    const built = await build({
      configFile: false,
      root: import.meta.dirname,
      logLevel: 'warn',
      build: {
        write: false,
        target: 'es2022',
        modulePreload: false,
        rolldownOptions: {
          input: join(import.meta.dirname, 'src/service-worker/worker.ts'),
          output: { format: 'iife' },
        },
      },
    });
    const [output] = [built].flat() as { output: { code: string }[] }[];
    return output!.output[0]!.code;
  }
}

/**
 * Compiles the client for a page of a test, as a script that is not a file.
 * @param path where the script would stand, to which its imports are relative. It becomes `page.js`
 * @returns the files by their names
 */
export async function compilePage(
  path: string,
  script: string,
  base: string,
): Promise<ReadonlyMap<string, string | Uint8Array>> {
  const page: Plugin = {
    name: 'parley:page',
    resolveId: { order: 'pre', handler: (id) => (id === path ? id : null) },
    load: (id) => (id === path ? script : null),
  };
  const built = await build({
    root: import.meta.dirname,
    configFile: false,
    logLevel: 'error',
    base,
    plugins: [solid(), page],
    resolve: { conditions },
    build: {
      write: false,
      target: 'es2022',
      minify: false,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: path,
        output: { entryFileNames: 'page.js', assetFileNames: '[name]-[hash][extname]' },
      },
    },
  });
  const outputs = [built].flat() as Rolldown.RolldownOutput[];
  return new Map(
    outputs.flatMap(({ output }) =>
      output.map((file) => [file.fileName, file.type === 'chunk' ? file.code : file.source] as const),
    ),
  );
}

/** The feature `:dir()` of Lightning CSS, which would follow the language instead: text from right to left also stands in English pages. */
const directionSelectors = 4;

export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  css: { lightningcss: { exclude: directionSelectors } },
  logLevel: 'warn',
  plugins: [trustedTemplates(), solid(), bundledPackages(), installable()],
  resolve: { conditions },
  build: {
    outDir: 'dist/site',
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    // Inlined assets would require `data:` in the content security policy.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // Puts code that every visit needs into one file, because dozens of small files load more slowly.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'app', tags: ['$initial'] }] } } },
  },
});
