import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const OUT_DIR = join(import.meta.dirname, 'dist/web');
const compress = promisify(brotliCompress);
const COMPRESSIBLE = /\.(js|css|html|svg|json)$/;

/** Writes `x.br` beside every built text file, so that the server never compresses, and prints what a first visit to /enroll loads. */
function brotli(): Plugin {
  let firstLoad: readonly string[] = [];
  return {
    name: 'intake-brotli',
    apply: 'build',
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
      const seen = new Set<string>();
      const visit = (fileName: string) => {
        const chunk = byName.get(fileName);
        if (!chunk || seen.has(fileName)) return;
        seen.add(fileName);
        for (const style of chunk.viteMetadata?.importedCss ?? []) seen.add(style);
        chunk.imports.forEach(visit);
      };
      for (const chunk of chunks) {
        if (chunk.isEntry || /features\/enroll\/enroll-page|shared\/markdown-html/.test(chunk.facadeModuleId ?? '')) {
          visit(chunk.fileName);
        }
      }
      firstLoad = [...seen];
    },
    async writeBundle() {
      const files = (await readdir(OUT_DIR, { recursive: true })).filter((file) => COMPRESSIBLE.test(file));
      const sizes = new Map<string, number>();
      await Promise.all(
        files.map(async (file) => {
          const content = await readFile(join(OUT_DIR, file));
          const compressed = await compress(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
          await writeFile(join(OUT_DIR, `${file}.br`), compressed);
          sizes.set(file, compressed.length);
        }),
      );
      const total = firstLoad.reduce((sum, file) => sum + (sizes.get(file) ?? 0), 0);
      this.info(`First load of /enroll: ${(total / 1000).toFixed(1)} kB of JS and CSS (Brotli), at most 200.`);
    },
  };
}

export default defineConfig({
  root: join(import.meta.dirname, 'web'),
  plugins: [react(), brotli()],
  build: { outDir: OUT_DIR, emptyOutDir: true, target: 'baseline-widely-available', assetsInlineLimit: 0 },
  server: { proxy: { '/api': { target: process.env.PUBLIC_URL ?? 'http://127.0.0.1:3000' } } },
});
