interface PageRead {
  readonly cursor?: string;
}

/** Follows cursors to the end. A page is read when the one before it has been used. */
export async function* inPages<Page extends PageRead>(read: (from: PageRead) => Promise<Page>): AsyncGenerator<Page> {
  for (let from: PageRead = {}; ; ) {
    const page = await read(from);
    yield page;
    if (page.cursor === undefined) return;
    from = { cursor: page.cursor };
  }
}
