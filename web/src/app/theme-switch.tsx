import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { IconMoon, IconSun } from '@tabler/icons-react';

/** Follows the system until it is pressed; choosing the system's theme follows the system again. */
export function useOtherTheme() {
  const { setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const current = useComputedColorScheme('light');
  const other = current === 'light' ? 'dark' : 'light';
  const press = () => {
    const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
    setColorScheme(other === system ? 'auto' : other);
  };
  return { current, label: `Switch to the ${other} theme`, press };
}

export function ThemeSwitch() {
  const { current, label, press } = useOtherTheme();
  return (
    <ActionIcon variant="subtle" color="gray" size={44} onClick={press} aria-label={label}>
      {current === 'light' ? (
        <IconMoon size={20} stroke={1.75} aria-hidden />
      ) : (
        <IconSun size={20} stroke={1.75} aria-hidden />
      )}
    </ActionIcon>
  );
}
