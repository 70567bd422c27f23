import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { FieldNoun } from '#schemas/records/field-kinds.ts'
import { useOwn } from '#web/components/own/use-own.ts'
import styles from '#web/components/record/facts.module.css'
import type { WithOwn } from '#web/lib/own-fields.ts'
import { useIsWide } from '#web/lib/use-is-wide.ts'

/**
 * What is known of a record; `later` where its value comes later, with the room in rem that it will need, so that it pushes
 * nothing away, and `above` where a phone has it in its trail.
 */
export type Fact = { label: string; value: ReactNode; later?: number; above?: boolean }

const Facts = ({ facts }: { facts: readonly Fact[] }) => (
  <dl className={styles.facts}>
    {facts.map(({ label, value, later, above }) => (
      <div
        key={label}
        data-later={later}
        data-above={above}
        style={later ? { minWidth: `min(100%, ${later}rem)` } : {}}
      >
        <dt>{label}</dt>
        <dd dir="auto">{value}</dd>
      </div>
    ))}
  </dl>
)

/** Values of own fields that a phone has room for above the lists. */
const few = 3

type Props = { of: FieldNoun; record: WithOwn; facts?: readonly Fact[] }

/** What is known of a record, above its parts: its facts and all values of its own fields, of which a phone shows the first. */
export const RecordFacts = ({ of, record, facts = [] }: Props) => {
  const own = useOwn(of)?.facts(record) ?? []
  const isWide = useIsWide()
  const [all, setAll] = useState(false)
  const shown = isWide || all ? own : own.slice(0, few)
  return (
    <>
      {facts.length + shown.length > 0 && <Facts facts={[...facts, ...shown]} />}
      {shown.length < own.length && (
        <Button variant="subtle" size="compact-sm" px={0} onClick={() => setAll(true)}>
          {`Show all ${own.length} fields`}
        </Button>
      )}
    </>
  )
}
