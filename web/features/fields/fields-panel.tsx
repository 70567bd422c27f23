import { Button, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FieldNoun, fieldNouns } from '#schemas/records/field-kinds.ts'
import { type Field, listFields, removeField, restoreField } from '#schemas/resources/fields.ts'
import { Icon } from '#web/components/icon.tsx'
import { kinds } from '#web/components/kinds.ts'
import { Loaded } from '#web/components/loaded.tsx'
import { offerUndo } from '#web/components/offer-undo.tsx'
import { Panel } from '#web/components/panel.tsx'
import { DialogsOutlet, lazyDialogs, useShowDialog } from '#web/components/record/lazy-dialogs.tsx'
import { Row, Rows } from '#web/components/rows.tsx'
import { SaveButton } from '#web/components/save-button.tsx'
import type { FieldForm } from '#web/features/fields/field-dialog.tsx'
import { FieldList } from '#web/features/fields/field-list.tsx'
import { kindWords } from '#web/features/fields/kind-words.ts'
import { announce, announceFailure } from '#web/lib/announce.ts'
import { callApi } from '#web/lib/api.ts'
import { longDate } from '#web/lib/dates.ts'
import { fieldsQuery } from '#web/lib/own-fields.ts'
import { oneQuery } from '#web/lib/queries.ts'

const fieldDialogs = lazyDialogs<FieldForm>(() => import('#web/features/fields/field-dialog.tsx'))

/** Fields that were removed lately, with the way back; their values come back with them. */
const RemovedFields = ({ restore }: { restore: (field: Field) => Promise<void> }) => {
  const { data: removed = [] } = useQuery(oneQuery(listFields, undefined, { removed: 'true' }))
  if (removed.length === 0) return null
  return (
    <Panel title="Removed fields">
      <Rows label="Removed fields">
        {removed.map((field) => (
          <Row
            key={field.id}
            name={field.name}
            detail={`${kindWords[field.kind]} of ${field.of}, removed ${longDate(field.removed_at ?? '')}`}
            actions={(about) => (
              <SaveButton
                save={async () => {
                  await restore(field)
                  void announce(`${field.name} has been restored.`)
                }}
                aria-describedby={about}
              >
                Restore
              </SaveButton>
            )}
          />
        ))}
      </Rows>
    </Panel>
  )
}

/** The own fields of a team: those of clients, sites and visits, each in its order, and the removed ones. */
const FieldsPanel = () => {
  const fields = useQuery(fieldsQuery)
  const show = useShowDialog(fieldDialogs)
  const queries = useQueryClient()
  const reload = () => queries.invalidateQueries({ queryKey: fieldsQuery.queryKey })
  const restore = async ({ id }: Field) => {
    await callApi(restoreField, { params: { id } })
    await reload()
  }
  const remove = async (field: Field) => {
    const { id, name } = field
    await callApi(removeField, { params: { id } })
    void offerUndo({
      text: `${name} has been removed, with its values.`,
      undo: () => restore(field),
      undone: `${name} has been restored.`,
    })
    await reload()
  }
  const section = (of: FieldNoun, all: readonly Field[]) => {
    const own = all.filter((field) => field.of === of)
    return (
      <Panel key={of} title={`Fields of ${of}`}>
        {own.length === 0 ? (
          <Text c="dimmed">{`No own fields. Add one for what else you know of ${kinds[of].many}.`}</Text>
        ) : (
          <FieldList
            label={`Fields of ${of}`}
            fields={own}
            onEdit={(field) => show({ of, field })}
            onRemove={(field) => void remove(field).catch(announceFailure)}
          />
        )}
        <Button
          variant="default"
          size="sm"
          style={{ justifySelf: 'start' }}
          leftSection={<Icon name="plus" />}
          aria-haspopup="dialog"
          onPointerEnter={fieldDialogs.preload}
          onFocus={fieldDialogs.preload}
          onClick={() => show({ of })}
        >
          {`Add a field of ${of}`}
        </Button>
      </Panel>
    )
  }
  return (
    <>
      <Loaded query={fields} label="Loading fields">
        {(all) => fieldNouns.map((of) => section(of, all))}
      </Loaded>
      <RemovedFields restore={restore} />
      <DialogsOutlet dialogs={fieldDialogs} />
    </>
  )
}

export default FieldsPanel
