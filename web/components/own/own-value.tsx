import { Anchor } from '@mantine/core'
import { shownValue } from '#schemas/records/field-kinds.ts'
import type { Field } from '#schemas/resources/fields.ts'
import styles from '#web/components/own/own.module.css'

/** Letters of a value that a line has room for. */
const short = 120

/** The beginning of a value in one line, as people read it. */
export const shortValue = (field: Field, value: string | undefined): string => {
  const text = value === undefined ? '' : shownValue(field, value).replace(/\s+/g, ' ')
  return text.length > short ? `${text.slice(0, short)}…` : text
}

/** Where a value leads: to a page, a message or a call, and nowhere else. */
const wayTo = ({ kind }: Field, value: string): string | undefined => {
  if (kind === 'email') return `mailto:${value}`
  if (kind === 'phone') return `tel:${value.replace(/[^\d+]/g, '')}`
  return kind === 'link' && /^https?:\/\//i.test(value) ? value : undefined
}

type Props = { field: Field; value: string | undefined; whole?: boolean }

/** A value, to be followed where it leads somewhere; its beginning, or the `whole` of it below that. */
export const OwnValue = ({ field, value, whole = false }: Props) => {
  if (value === undefined) return null
  const text = shortValue(field, value)
  const href = wayTo(field, value)
  if (href) {
    const away = field.kind === 'link' ? { target: '_blank', rel: 'noopener noreferrer' } : {}
    return (
      <Anchor href={href} inherit underline="always" {...away}>
        {text}
      </Anchor>
    )
  }
  if (!whole || shownValue(field, value) === text) return text
  return (
    <details className={styles.whole}>
      <summary>{text}</summary>
      <p>{value}</p>
    </details>
  )
}
