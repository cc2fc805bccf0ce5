import { Button } from '@mantine/core';

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
    <Button size="sm" variant="subtle" disabled={isPending} onClick={onCancel}>
      Cancel
    </Button>
  </>
);
