import { UnstyledButton } from '@mantine/core'
import { Icon } from '#web/components/icon.tsx'
import { TextLink } from '#web/components/links.tsx'
import { goToPanel } from '#web/components/panel.tsx'
import styles from '#web/features/overview/overview.module.css'
import recent from '#web/features/overview/recent.module.css'
import { SampleStep } from '#web/features/overview/sample-step.tsx'
import { useCan, useHolds } from '#web/lib/session.ts'

/** In a team without clients: what its reader may do first. */
export const FirstSteps = ({ offersSample }: { offersSample: boolean }) => {
  const mayAdd = useCan()('clients.create')
  const mayImport = useHolds('import')
  return (
    <ul className={styles.steps} aria-label="First steps">
      {mayAdd && (
        <li>
          <UnstyledButton className={styles.step} onClick={goToPanel}>
            <Icon name="building" size={22} />
            <b>Add your first client</b>
            <span>Its sites, visits and files hang on it.</span>
          </UnstyledButton>
        </li>
      )}
      {offersSample && (
        <li>
          <SampleStep />
        </li>
      )}
      {mayImport && (
        <li>
          <TextLink to="/dashboard/imports" underline="never" className={styles.step ?? ''}>
            <Icon name="upload" size={22} />
            <b>Import clients and sites</b>
            <span>From a CSV file that you have. Nothing is saved until you confirm.</span>
          </TextLink>
        </li>
      )}
      {!mayAdd && !mayImport && <li className={recent.none}>What your team adds is told here.</li>}
    </ul>
  )
}
