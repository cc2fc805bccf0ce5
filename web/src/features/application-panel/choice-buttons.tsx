import { Button } from '@mantine/core';

/** Beside or below what has been chosen: to save it, or to leave all as it was. */
export const ChoiceButtons = ({
  label,
  isPending,
  onCancel,
}: {
  label: string;
  isPending: boolean;
  onCancel: () => void;
}) => (
  <>
    <Button type="submit" size="sm" loading={isPending}>
      {label}
    </Button>
    <Button size="sm" variant="subtle" onClick={onCancel}>
      Cancel
    </Button>
  </>
);
