// Runs before all other code. It is a separate file, because the CSP allows no inline scripts.
(() => {
  const page = document.documentElement;
  const remembered = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null; // Storage is denied.
    }
  };

  // Sets the theme before the first paint, so that a dark page does not flash white.
  const chosen = remembered('mantine-color-scheme-value');
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  const scheme = chosen === 'light' || chosen === 'dark' ? chosen : system;
  page.setAttribute('data-mantine-color-scheme', scheme);

  // Without its code a page is blank or dead: the connection broke, or another build has replaced the files.
  const sayNotLoaded = ({ target }) => {
    if (!target.src?.startsWith(`${location.origin}/assets/`)) return;
    removeEventListener('error', sayNotLoaded, { capture: true });
    const note = Object.assign(document.createElement('div'), { role: 'alert' });
    Object.assign(note.style, { padding: '16px', font: '16px/1.5 system-ui, sans-serif', textAlign: 'center' });
    const button = Object.assign(document.createElement('button'), { type: 'button', textContent: 'Reload the page' });
    Object.assign(button.style, { font: 'inherit', marginLeft: '12px', padding: '8px 16px', cursor: 'pointer' });
    button.addEventListener('click', () => location.reload());
    note.append('This page could not be loaded. Check your connection, then reload the page.', button);
    document.body.prepend(note);
  };
  // Such an event does not bubble.
  addEventListener('error', sayNotLoaded, { capture: true });

  // The page may contain a prerendered first screen. Hide it if the visitor has chosen another school and the page has none.
  const named = new URLSearchParams(location.search).get('organizationId');
  const kept = named ?? remembered('intake.organizationId');
  const isOwn = 'ownSchool' in page.dataset;
  if (!named && !isOwn && kept && page.dataset.school && !page.dataset.school.split(' ').includes(kept)) {
    delete page.dataset.school;
    page.dataset.otherSchool = '';
  }
  if (page.dataset.school) {
    // Prerendered buttons are visible before their code has loaded: record what is pressed and replay it later.
    const early = { pressed: new Set(), isOver: false, chosen: new WeakSet() };
    window.intakeEarly = early;
    const note = ({ target }) => {
      const button = target.closest('#root button');
      if (button && !early.isOver) early.pressed.add(button);
      if (target.matches('#root input')) early.chosen.add(target);
    };
    // Capture phase: this listener runs before hydration reacts to the same press.
    addEventListener('click', note, { capture: true });
  }

  // Preloads the data and code that the page needs first, while the main code is still loading.
  const inPath = /^\/apply\/([^/]+)/i.exec(location.pathname)?.[1];
  const organizationId = kept && inPath ? decodeURIComponent(inPath) : kept;
  const query = organizationId ? `?organizationId=${encodeURIComponent(organizationId)}` : '';
  const preload = (attributes) => document.head.append(Object.assign(document.createElement('link'), attributes));
  const fetchAhead = (address) => {
    const [path, search] = address.split('?');
    const href = path + query + (search ? `${query ? '&' : '?'}${search}` : '');
    preload({ rel: 'preload', as: 'fetch', crossOrigin: 'anonymous', href });
  };
  const ask = (path) => {
    const isAnswered = page.dataset.school;
    if (!isAnswered) fetchAhead(path);
  };
  ask('/api/organizationForCurrentDomain');
  ask('/api/user');
  const load = (href) => {
    if (href.endsWith('.css')) preload({ rel: 'preload', as: 'style', crossOrigin: 'anonymous', href });
    else preload({ rel: 'modulepreload', href });
  };
  // The server has decided that this visitor may read these lists.
  const ahead = page.dataset.school && page.dataset.ahead;
  for (const address of ahead?.split(' ') ?? []) fetchAhead(address);
  // Written by the build, as the list of pages says.
  const segmentsOf = (path) => path.replace(/\/$/, '').split('/');
  const given = segmentsOf(location.pathname);
  for (const { path, asks, files, isLetIn } of JSON.parse(document.currentScript.dataset.pages ?? '[]')) {
    const wanted = segmentsOf(path);
    const found = {};
    const isHere = wanted.every((segment, at) => {
      if (!segment.startsWith(':')) return segment.toLowerCase() === given[at]?.toLowerCase();
      found[segment.slice(1)] = given[at];
      return Boolean(given[at]);
    });
    if (!isHere || given.length !== wanted.length || (isLetIn && !ahead)) continue;
    for (const address of asks) ask(address.replace(/:(\w+)/g, (_, name) => found[name]));
    files.forEach(load);
  }
})();
