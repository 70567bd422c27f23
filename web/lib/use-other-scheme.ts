import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core'

/** The colour scheme that is not active, and a function that switches to it; the system's choice holds until then. */
export const useOtherScheme = () => {
  const { setColorScheme } = useMantineColorScheme()
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  const other = scheme === 'dark' ? 'light' : 'dark'
  return { other, switchOver: () => setColorScheme(other) } as const
}
