import { Button, type ButtonProps } from '@mantine/core'
import { useState } from 'react'
import { Icon } from '#web/components/icon.tsx'
import { announce } from '#web/lib/announce.ts'

type Props = ButtonProps & {
  text: string
  /** The kind of the text, in a sentence: 'token'. */
  what: string
  /** Id of the element that names the record, for screen readers. */
  about?: string
  'data-autofocus'?: boolean
  children: string
}

/** Copies a text to the clipboard, and says so. */
export const CopyButton = ({ text, what, about, children, ...buttonProps }: Props) => {
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
    } catch {
      // Browsers refuse on an insecure page.
      void announce(`The ${what} could not be copied. Please select it and copy it yourself.`, 'failure')
    }
  }
  return (
    <Button
      {...buttonProps}
      {...(about ? { 'aria-describedby': about } : {})}
      leftSection={copied ? <Icon name="check" /> : undefined}
      onClick={copy}
    >
      {copied ? 'Copied' : children}
    </Button>
  )
}
