/** Creates a value on first use: the formats of `Intl` take longer to create than most pages to render. */
export function lazyValue<Value>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
