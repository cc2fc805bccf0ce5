/** `node api/health-check.ts /readyz` exits with 0 if the container's server answers with success; images have no curl. */
const [path = '/healthz'] = process.argv.slice(2);
const { ok } = await fetch(`http://127.0.0.1:${process.env.PORT ?? 3000}${path}`).catch(() => ({ ok: false }));
process.exitCode = ok ? 0 : 1;
