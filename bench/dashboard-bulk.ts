const AT_ONCE = 1000;

interface Bulk {
  readonly _id: string;
  readonly finishedAt: string | null;
  readonly changed: number;
  readonly undo: { readonly finishedAt: string | null; readonly restored: number } | null;
}

/** Changes 1,000 applications and undoes it; from each request until it is finished. */
export async function measureBulk(url: string, cookie: string): Promise<{ changed: number; undone: number }> {
  const call = async <Answer>(method: string, path: string, body?: unknown): Promise<Answer> => {
    const response = await fetch(url + path, {
      method,
      headers: { 'content-type': 'application/json', origin: url, cookie },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Answer;
  };
  const finished = async (id: string, isFinished: (bulk: Bulk) => boolean) => {
    for (;;) {
      const bulk = await call<Bulk>('GET', `/api/applications/bulk/${id}`);
      if (isFinished(bulk)) return bulk;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  const all = await call<readonly { _id: string; status: string }[]>('GET', '/api/applications');
  const chosen = all.filter(
    ({ status }) => status === 'NEW' || status === 'INFORMATION SENT' || status === 'WITHDRAWN',
  );
  const applicationIds = chosen.slice(0, AT_ONCE).map(({ _id }) => _id);
  const started = performance.now();
  const { _id: id } = await call<Bulk>('POST', '/api/applications/bulk', {
    applicationIds,
    action: { kind: 'status', status: 'DECISION PENDING' },
  });
  const done = await finished(id, ({ finishedAt }) => finishedAt !== null);
  const changed = performance.now() - started;
  if (done.changed !== AT_ONCE) throw new Error(`${done.changed} of ${AT_ONCE} were changed`);
  const undoing = performance.now();
  await call('POST', `/api/applications/bulk/${id}/undo`);
  const undone = await finished(id, ({ undo }) => undo !== null && undo.finishedAt !== null);
  if (undone.undo?.restored !== AT_ONCE) throw new Error(`${undone.undo?.restored} of ${AT_ONCE} were restored`);
  return { changed, undone: performance.now() - undoing };
}
