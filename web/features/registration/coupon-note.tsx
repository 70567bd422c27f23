import { Alert, Text } from '@mantine/core'

type Props = {
  code: string
  invalid: boolean
  /** Whether something is paid now. */
  pays: boolean
}

/** The coupon of the link that the page was opened with, or that it does not count (REG-02, ERR2-12). */
export const CouponNote = ({ code, invalid, pays }: Props) => {
  if (invalid) {
    return (
      <Alert color="yellow" variant="light" role="alert" title="This coupon is not valid">
        You can register without it.
      </Alert>
    )
  }
  return (
    <Text size="md" role="status">
      {pays
        ? `The coupon ${code} is taken off the price.`
        : `The coupon ${code} counts once you pay for a plan: enter it in the settings then.`}
    </Text>
  )
}
