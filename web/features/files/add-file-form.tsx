import { Progress, TextInput } from '@mantine/core'
import '@mantine/core/styles/Progress.layer.css'
import { useQueryClient } from '@tanstack/react-query'
import { type ChangeEvent, useState } from 'react'
import { uploadFile } from '#schemas/resources/files.ts'
import type { Site } from '#schemas/resources/sites.ts'
import { brokenFileRule, nameWithoutExtension } from '#schemas/upload-rules.ts'
import { DateField } from '#web/components/date-field.tsx'
import { EndpointForm } from '#web/components/endpoint-form.tsx'
import { Panel } from '#web/components/panel.tsx'
import styles from '#web/features/files/add-file-form.module.css'
import { DropField } from '#web/features/files/drop-field.tsx'
import { FileTarget } from '#web/features/files/file-target.tsx'
import type { FilesScope } from '#web/features/files/files-scope.ts'
import { reload } from '#web/lib/affected.ts'
import { announce } from '#web/lib/announce.ts'
import { dayMonthYear, todayHere } from '#web/lib/dates.ts'
import { useEndpointForm } from '#web/lib/use-endpoint-form.ts'

type Values = { file: File | null; name: string; site_id: string; visit_id: string; completed_at: string | null }

/** What the scope leaves no choice about. */
const fixedTarget = (scope: FilesScope) => {
  if (scope.kind === 'visit') return { site_id: scope.visit.site_id, visit_id: scope.visit.id }
  return { site_id: scope.kind === 'site' ? scope.site.id : '', visit_id: '' }
}

/** 'Add a Document': a file, an optional name, the day it was completed and what it hangs on (FILE-16, D-04). */
export const AddFileForm = ({ scope, sites }: { scope: FilesScope; sites: readonly Site[] }) => {
  const queries = useQueryClient()
  const [share, setShare] = useState(0)
  const fixed = fixedTarget(scope)
  const blank: Values = { file: null, name: '', ...fixed, completed_at: todayHere() }
  const { form, ...state } = useEndpointForm({
    endpoint: uploadFile,
    initial: blank,
    body: ({ name, site_id, visit_id, completed_at }) => ({
      name,
      site_id,
      visit_id,
      completed_at: completed_at ? dayMonthYear(completed_at) : '',
    }),
    extras: ({ file }) => ({ ...(file ? { file } : {}), onProgress: setShare }),
    onDone: ({ name }) => {
      form.setFieldValue('file', null)
      form.setFieldValue('name', '')
      setShare(0)
      void reload(queries, 'files')
      void announce(`${name} has been added.`)
    },
  })

  const chooseSite = (event: ChangeEvent<HTMLSelectElement>) => {
    form.setFieldValue('site_id', event.currentTarget.value)
    form.setFieldValue('visit_id', fixed.visit_id)
  }
  const choose = (file: File | null) => {
    const broken = file ? brokenFileRule(file) : undefined
    form.setFieldValue('file', broken ? null : file)
    form.setFieldError('file', broken ?? null)
  }
  return (
    <Panel title="Add a Document">
      <EndpointForm {...state} action={['Add Document', 'Adding Document']}>
        <DropField file={form.values.file} onChoose={choose} error={form.errors.file} disabled={state.busy} />
        <TextInput
          label="Display Name"
          description="Left empty, the file’s own name is used"
          placeholder={form.values.file ? nameWithoutExtension(form.values.file.name) : ''}
          maxLength={255}
          autoComplete="off"
          {...form.getInputProps('name')}
        />
        <DateField label="Completion Date" {...form.getInputProps('completed_at')} />
        <FileTarget
          scope={scope}
          sites={sites}
          siteId={form.values.site_id}
          siteField={{ ...form.getInputProps('site_id'), onChange: chooseSite }}
          visitField={form.getInputProps('visit_id')}
        />
        {state.busy && (
          <Progress
            className={styles.progress ?? ''}
            value={share * 100}
            aria-label="Uploaded so far"
            size="md"
            radius="xl"
            transitionDuration={150}
          />
        )}
      </EndpointForm>
    </Panel>
  )
}
