import { Button, Loader, Text } from '@mantine/core'
import { useId } from 'react'
import type { Check } from '#web/features/imports/choice.ts'
import styles from '#web/features/imports/imports.module.css'
import { counted } from '#web/lib/counted.ts'
import { useCan } from '#web/lib/session.ts'

type Props = { check: Check; isChecking: boolean; isDisabled: boolean; onCreate: () => void }

/**
 * The clients that a file names and the team does not have, each once with the number of its rows: those that the
 * import would create, or those that the button checks the file again with.
 */
export const MissingClients = ({ check: { sending, missing }, isChecking, isDisabled, onCreate }: Props) => {
  const can = useCan()
  const title = useId()
  const more = missing.total - missing.named.length
  return (
    <section aria-labelledby={title} className={styles.missing}>
      <Text id={title} size="md" fw={600}>
        {sending.createClients ? 'Clients that will be created' : 'Missing clients'}
      </Text>
      <ul className={styles.names}>
        {missing.named.map(({ name, rows }) => (
          <li key={name}>
            <bdi>{name}</bdi>
            {`: ${counted(rows, 'row', 'rows').replace(' ', '\u00a0')}`}
          </li>
        ))}
        {more > 0 && <li>{`and ${more.toLocaleString('en-GB')} more`}</li>}
      </ul>
      {!sending.createClients && can('clients.create') && (
        <Button
          variant="default"
          disabled={isDisabled}
          leftSection={isChecking ? <Loader size={14} color="currentColor" /> : undefined}
          onClick={onCreate}
        >
          {isChecking ? 'Checking File' : 'Create missing clients'}
        </Button>
      )}
    </section>
  )
}
