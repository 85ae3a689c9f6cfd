const mb = () => { for(let i=0;i<3;i++) globalThis.gc(); const m = process.memoryUsage(); return [m.rss, m.heapTotal, m.heapUsed, m.external].map((x) => (x / 1e6).toFixed(1)).join(' '); };
console.log('bare', mb());
for (const n of process.argv.slice(2)) { await import(n); console.log(n, mb()); }
