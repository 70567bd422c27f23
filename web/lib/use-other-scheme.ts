import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core'

/** The colours that do not show now, and the way to them; until somebody goes it, the system's choice holds. */
export const useOtherScheme = () => {
  const { setColorScheme } = useMantineColorScheme()
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  const other = scheme === 'dark' ? 'light' : 'dark'
  return { other, switchOver: () => setColorScheme(other) } as const
}
