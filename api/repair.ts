/** What an operator does about damage, wherever it is told (docs/operations.md, *When something is wrong*). */
export const REPAIR =
  'Stop all processes, copy the stores aside, put the last backup into an empty installation with "intake restore", then run "intake verify".';
