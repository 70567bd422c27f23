import '@mantine/core/styles/PasswordInput.layer.css'
import { PasswordInput, type PasswordInputProps } from '@mantine/core'

type Props = Omit<PasswordInputProps, 'visibilityToggleButtonProps' | 'withAsterisk'>

/** A password, shown on demand by a button that the keyboard reaches. */
export const PasswordField = (props: Props) => (
  <PasswordInput
    {...props}
    withAsterisk={false}
    visibilityToggleButtonProps={{ 'aria-label': 'Show what is typed', tabIndex: 0 }}
  />
)
