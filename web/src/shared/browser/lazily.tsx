import { type ComponentType, lazy, useState } from 'react';

/** A component whose code comes later. Where `load` has brought it before, it is drawn at once: on the server, too. */
export function lazily<Props extends object>(find: () => Promise<ComponentType<Props>>) {
  let found: ComponentType<Props> | undefined;
  const load = async () => {
    found ??= await find();
    return found;
  };
  const Awaited = lazy(async () => ({ default: await load() })) as unknown as ComponentType<Props>;
  function Lazily(props: Props) {
    // As it was when this was drawn first: another component in its place would forget what was typed.
    const [Shown] = useState<ComponentType<Props>>(() => found ?? Awaited);
    return <Shown {...props} />;
  }
  return Object.assign(Lazily, { load });
}
