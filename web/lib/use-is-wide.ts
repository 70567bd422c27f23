import { useMediaQuery } from '@mantine/hooks'

/** Whether the window is at least as wide, in em; at first, wider than that of a phone. */
export const useIsWide = (from = 48): boolean =>
  useMediaQuery(`(min-width: ${from}em)`, false, { getInitialValueInEffect: false })
