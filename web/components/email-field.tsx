import { TextInput, type TextInputProps } from '@mantine/core'

/** The address of a guest, by which they are known. */
export const EmailField = (props: TextInputProps) => (
  <TextInput label="Email" type="email" autoComplete="username" {...props} required withAsterisk={false} />
)
