// Runs before everything else. A file of its own, because the CSP allows no inline scripts.
(() => {
  const remembered = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null; // Storage is denied.
    }
  };

  // Before the first paint, so that a dark page never flashes white.
  const chosen = remembered('mantine-color-scheme-value');
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  const scheme = chosen === 'light' || chosen === 'dark' ? chosen : system;
  document.documentElement.setAttribute('data-mantine-color-scheme', scheme);

  // What the page will ask for first, and the code that will show it, while the main code is still on its way.
  const organizationId =
    new URLSearchParams(location.search).get('organizationId') ?? remembered('intake.organizationId');
  const query = organizationId ? `?organizationId=${encodeURIComponent(organizationId)}` : '';
  const preload = (attributes) => document.head.append(Object.assign(document.createElement('link'), attributes));
  const ask = (path) => preload({ rel: 'preload', as: 'fetch', crossOrigin: 'anonymous', href: path + query });
  ask('/api/organizationForCurrentDomain');
  ask('/api/user');
  if (/^\/(enroll|apply)\/?$/.test(location.pathname)) ask('/api/batches');
  const [, id] = /^\/application\/([\w-]+)\/?$/.exec(location.pathname) ?? [];
  if (!id) return;
  ask(`/api/applications/${id}`);
  for (const href of document.currentScript.dataset.application?.split(' ') ?? []) {
    if (href.endsWith('.css')) preload({ rel: 'preload', as: 'style', crossOrigin: 'anonymous', href });
    else preload({ rel: 'modulepreload', href });
  }
})();
