import { Text } from '@mantine/core'
import { useState } from 'react'
import type { ImportKind } from '#schemas/events/import.ts'
import { Panel } from '#web/components/panel.tsx'
import { CheckForm } from '#web/features/imports/check-form.tsx'
import { CheckedFile } from '#web/features/imports/checked-file.tsx'
import type { Check, Choice } from '#web/features/imports/choice.ts'
import { useCan } from '#web/lib/session.ts'

const kindsOfImport: readonly ImportKind[] = ['sites', 'clients']

/**
 * Imports a file in two steps: a check, which writes nothing and reports what would happen to each row, and the import
 * itself. `onBegun` receives the run as soon as it exists.
 */
export const ImportFilePanel = ({ onBegun }: { onBegun: (run: string) => unknown }) => {
  const can = useCan()
  const offered = kindsOfImport.filter((kind) => can(`${kind}.create`) && can(`${kind}.update`))
  const [choice, setChoice] = useState<Choice>({ file: null, kind: offered[0] ?? 'sites', createClients: false })
  const [check, setCheck] = useState<Check>()
  const chooseFile = ([file]: File[]) => {
    if (!file) return
    setCheck(undefined)
    setChoice({ ...choice, file })
  }
  if (offered.length === 0) return null
  return (
    <Panel title="Import a file">
      {check ? (
        <CheckedFile check={check} onFile={chooseFile} onBegun={onBegun} onBack={() => setCheck(undefined)} />
      ) : (
        <>
          <Text size="md">We check the file first. Nothing is saved until you confirm.</Text>
          <CheckForm offered={offered} choice={choice} onChange={setChoice} onFile={chooseFile} onChecked={setCheck} />
        </>
      )}
    </Panel>
  )
}
