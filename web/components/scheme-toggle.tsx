import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { Icon } from '#web/components/icon.tsx'

/** Switches between light and dark; until somebody does, the system's choice holds. */
export const SchemeToggle = () => {
  const { setColorScheme } = useMantineColorScheme()
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  const other = scheme === 'dark' ? 'light' : 'dark'
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      c="dimmed"
      size={36}
      aria-label={`Switch to ${other} colours`}
      onClick={() => setColorScheme(other)}
    >
      <Icon name={scheme === 'dark' ? 'sun' : 'moon'} size={18} />
    </ActionIcon>
  )
}
