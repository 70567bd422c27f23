import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { ActionIcon, Button, Checkbox, Input, NativeSelect, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FieldKind, type FieldNoun, fieldKinds, longestFieldName } from '#schemas/records/field-kinds.ts'
import { addField, type Field, updateField } from '#schemas/resources/fields.ts'
import { Dialog } from '#web/components/dialog.tsx'
import { EndpointForm, useEndpointForm } from '#web/components/endpoint-form.tsx'
import { Icon } from '#web/components/icon.tsx'
import type { DialogProps } from '#web/components/record/lazy-dialogs.tsx'
import styles from '#web/features/fields/field-list.module.css'
import { kindWords } from '#web/features/fields/kind-words.ts'
import { valuesOfField } from '#web/features/fields/values-of-field.ts'
import { fieldsQuery } from '#web/lib/own-fields.ts'
import { useChanged } from '#web/lib/use-changed.ts'

/** A field to be changed, or one that is added to a noun. */
export type FieldForm = { of: FieldNoun; field?: Field }

type Option = Partial<Field['options'][number]> & { name: string }

type OptionsProps = { options: readonly Option[]; error: unknown; onChange: (options: Option[]) => void }

/** The options of a choice, of which those with an id are there already. */
const Options = ({ options, error, onChange }: OptionsProps) => (
  <Input.Wrapper label="Options" error={error as string | undefined} labelElement="div">
    {options.map((option, at) => (
      // Options are told apart by their places alone until they are saved.
      // biome-ignore lint/suspicious/noArrayIndexKey: the place is the option's identity
      <div key={at} className={styles.option}>
        <TextInput
          aria-label={`Option ${at + 1}`}
          maxLength={longestFieldName}
          autoComplete="off"
          mb="xs"
          value={option.name}
          error={error !== undefined}
          onChange={({ currentTarget: { value: name } }) => onChange(options.toSpliced(at, 1, { ...option, name }))}
        />
        <ActionIcon
          variant="subtle"
          color="gray"
          size={34}
          mb="xs"
          aria-label={`Take option ${at + 1} away`}
          onClick={() => onChange(options.toSpliced(at, 1))}
        >
          <Icon name="close" />
        </ActionIcon>
      </div>
    ))}
    <Button variant="subtle" size="compact-sm" onClick={() => onChange([...options, { name: '' }])}>
      Add an option
    </Button>
  </Input.Wrapper>
)

/** A kind never changes, but a text may become a note. */
const kindsFor = (field: Field | undefined): readonly FieldKind[] => {
  if (!field) return fieldKinds
  return field.kind === 'text' ? ['text', 'note'] : [field.kind]
}

const FieldInputs = ({ of, field, onClose }: FieldForm & { onClose: () => void }) => {
  const changed = useChanged(fieldsQuery.queryKey)
  const values = useQuery({ ...valuesOfField(field), enabled: field !== undefined })
  const initial = {
    name: field?.name ?? '',
    kind: field?.kind ?? ('text' as FieldKind),
    options: (field?.options ?? []) as readonly Option[],
    required: field?.required ?? false,
    listed: field?.listed ?? true,
    help: field?.help ?? '',
  }
  const written = ({ options, ...rest }: typeof initial) => ({
    ...rest,
    options: rest.kind === 'choice' ? options.filter(({ name }) => name.trim() !== '') : [],
  })
  const onDone = async ({ name }: Field) => {
    onClose()
    await changed(`${name} has been ${field ? 'updated' : 'added'}.`)
  }
  const adding = useEndpointForm({
    endpoint: addField,
    initial,
    body: (typed) => ({ of, ...written(typed) }),
    onDone,
  })
  const changing = useEndpointForm({
    endpoint: updateField,
    params: field && { id: field.id },
    initial,
    body: written,
    extras: () => (field ? { ifMatch: field.revision } : {}),
    onDone,
  })
  const { form, ...state } = field ? changing : adding
  const kindsOffered = kindsFor(field)
  return (
    <EndpointForm {...state} action={field ? ['Update field', 'Updating field'] : ['Add field', 'Adding field']} narrow>
      <TextInput
        label="Name"
        description="Not for names of people: what stands in own fields stays readable when a person is erased."
        data-autofocus
        required
        withAsterisk={false}
        maxLength={longestFieldName}
        autoComplete="off"
        {...form.getInputProps('name')}
      />
      <NativeSelect
        label="Kind"
        disabled={kindsOffered.length === 1}
        data={kindsOffered.map((kind) => ({ value: kind, label: kindWords[kind] }))}
        {...form.getInputProps('kind')}
      />
      {form.values.kind === 'choice' && (
        <Options
          options={form.values.options}
          error={form.errors.options}
          onChange={(options) => form.setFieldValue('options', options)}
        />
      )}
      <TextInput
        label="Help"
        description="Optional. Stands below the field in forms."
        maxLength={255}
        autoComplete="off"
        {...form.getInputProps('help')}
      />
      <Checkbox label="Required" {...form.getInputProps('required', { type: 'checkbox' })} />
      <Checkbox label="Shown in lists at first" {...form.getInputProps('listed', { type: 'checkbox' })} />
      {values.data && (
        <Text size="sm" c="dimmed">
          {values.data}
        </Text>
      )}
    </EndpointForm>
  )
}

/** Adds or changes an own field. */
const FieldDialog = ({ dialog, opened, onClose }: DialogProps<FieldForm>) => (
  <Dialog
    title={dialog.field ? `Edit ${dialog.field.name}` : `Add a field of ${dialog.of}`}
    opened={opened}
    onClose={onClose}
  >
    <FieldInputs key={dialog.field?.id} {...dialog} onClose={onClose} />
  </Dialog>
)

export default FieldDialog
