import { parser } from '@prometheus-io/lezer-promql';

export interface Selector {
  readonly metric: string;
  readonly matchers: readonly { readonly label: string; readonly operator: string; readonly value: string }[];
}

export interface Query {
  readonly selectors: readonly Selector[];
  /** Labels of `by`, `on` and the like. */
  readonly groupings: readonly string[];
}

/** By Prometheus' own grammar; throws for an invalid query. */
export function readQuery(text: string): Query {
  const selectors: { metric: string; matchers: Selector['matchers'][number][] }[] = [];
  const groupings: string[] = [];
  parser.parse(text).iterate({
    enter({ name, type, node, from, to }) {
      const here = text.slice(from, to);
      if (type.isError) throw new SyntaxError(`No query from "${text.slice(from)}" on: ${text}`);
      if (name === 'VectorSelector') {
        const named = node.getChild('Identifier');
        if (!named) throw new SyntaxError(`${here} names no metric`);
        selectors.push({ metric: text.slice(named.from, named.to), matchers: [] });
      }
      if (name === 'UnquotedLabelMatcher') {
        const [, label = '', operator = '', value = ''] = /^(\w+)\s*(=~|!~|!=|=)\s*"(.*)"$/.exec(here) ?? [];
        selectors.at(-1)?.matchers.push({ label, operator, value });
      }
      if (name === 'LabelName' && node.parent?.name === 'GroupingLabels') groupings.push(here);
    },
  });
  if (selectors.length === 0) throw new SyntaxError(`${text} asks for no metric`);
  return { selectors, groupings };
}
