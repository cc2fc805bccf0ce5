// Runs before everything else. A file of its own, because the CSP allows no inline scripts.
(() => {
  const page = document.documentElement;
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
  page.setAttribute('data-mantine-color-scheme', scheme);

  // The page may bring its first screen along. It is not this visitor's if they have chosen another school.
  const named = new URLSearchParams(location.search).get('organizationId');
  const organizationId = named ?? remembered('intake.organizationId');
  if (!named && organizationId && page.dataset.school && !page.dataset.school.split(' ').includes(organizationId)) {
    delete page.dataset.school;
    page.dataset.otherSchool = '';
  }
  if (page.dataset.school) {
    // Buttons are there before their code is: what is pressed meanwhile is not lost.
    const early = { pressed: new Set(), isOver: false, chosen: new WeakSet() };
    window.intakeEarly = early;
    const note = ({ target }) => {
      const button = target.closest('#root button');
      if (button && !early.isOver) early.pressed.add(button);
      if (target.matches('#root input')) early.chosen.add(target);
    };
    // Before anything else hears of it: a press may be what makes the page its code's.
    addEventListener('click', note, { capture: true });
  }

  // What the page will ask for first, and the code that will show it, while the main code is still on its way.
  const query = organizationId ? `?organizationId=${encodeURIComponent(organizationId)}` : '';
  const preload = (attributes) => document.head.append(Object.assign(document.createElement('link'), attributes));
  const code = document.currentScript.dataset;
  const preloadAnswer = (href) => preload({ rel: 'preload', as: 'fetch', crossOrigin: 'anonymous', href });
  const fetchAhead = (path) => preloadAnswer(path + query);
  const ask = (path) => {
    const isKnown = page.dataset.school;
    if (!isKnown) fetchAhead(path);
  };
  ask('/api/organizationForCurrentDomain');
  ask('/api/user');
  if (/^\/(enroll|apply)\/?$/.test(location.pathname)) ask('/api/batches');
  const load = (page) => {
    for (const href of code[page]?.split(' ') ?? []) {
      if (href.endsWith('.css')) preload({ rel: 'preload', as: 'style', crossOrigin: 'anonymous', href });
      else preload({ rel: 'modulepreload', href });
    }
  };
  const [, name, id] = /^\/(applications?)\/([\w-]+)\//.exec(`${location.pathname}/`) ?? [];
  if (id) {
    ask(`/api/applications/${id}`);
    load(name);
  }
  // The server knows whether they would be refused, and whose applications the page shows first.
  if (page.dataset.school && 'staff' in page.dataset) {
    load('dashboard');
    for (const list of ['batches', 'processConfigBlobs', 'preferences']) fetchAhead(`/api/${list}`);
    const first = `batchIds=${encodeURIComponent(page.dataset.staff)}`;
    if (page.dataset.staff) preloadAnswer(`/api/applications${query ? `${query}&` : '?'}${first}`);
  }
})();
