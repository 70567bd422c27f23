import { ActionIcon, type ActionIconProps } from '@mantine/core'
import type { ComponentPropsWithoutRef } from 'react'

/** A button in the header that is an icon; `aria-label` names it. */
export const HeaderIcon = (props: ActionIconProps & ComponentPropsWithoutRef<'button'>) => (
  <ActionIcon variant="subtle" color="gray" c="dimmed" size={36} {...props} />
)
