/** Makes something when it is first asked for: the formats of `Intl` take a browser longer to make than most pages to draw. */
export function onceAsked<Value>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
