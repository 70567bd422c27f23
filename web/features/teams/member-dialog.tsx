import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { Checkbox } from '@mantine/core'
import type { TeamId } from '#schemas/ids.ts'
import { resources } from '#schemas/nouns.ts'
import { type TeamMember, updateMember } from '#schemas/resources/members.ts'
import { type Abilities, abilitiesOfRole, actions, type Role } from '#schemas/rights/abilities.ts'
import { Dialog } from '#web/components/dialog.tsx'
import { EndpointForm, useEndpointForm } from '#web/components/endpoint-form.tsx'
import { PlainTable } from '#web/components/plain-table.tsx'
import styles from '#web/features/teams/ability-fields.module.css'
import { type LimitValues, limitsOf, limitsToSend } from '#web/features/teams/limit-values.ts'
import { LimitsFields } from '#web/features/teams/limits-fields.tsx'
import { useChanged } from '#web/lib/use-changed.ts'

type AbilityFieldsProps = {
  abilities: Abilities
  /** An auditor never writes (D-01). */
  viewOnly: boolean
  onChange: (abilities: Abilities) => void
}

const titled = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

/** The abilities of a member, one by one (D-01). */
const AbilityFields = ({ abilities, viewOnly, onChange }: AbilityFieldsProps) => (
  <PlainTable
    label="Abilities"
    columns={[
      { heading: 'What', unseen: true, cell: titled },
      ...actions.map((action) => ({
        heading: titled(action),
        cell: (resource: (typeof resources)[number]) => (
          <Checkbox
            aria-label={`${titled(action)} ${resource}`}
            checked={abilities[resource][action]}
            disabled={viewOnly && action !== 'view'}
            onChange={({ currentTarget: { checked } }) =>
              onChange({ ...abilities, [resource]: { ...abilities[resource], [action]: checked } })
            }
          />
        ),
      })),
    ]}
    rows={resources}
    keyOf={(resource) => resource}
    look={styles}
  />
)

type FormProps = { teamId: TeamId; member: TeamMember; onSaved: () => void }

const MemberForm = ({ teamId, member, onSaved }: FormProps) => {
  const changed = useChanged()
  const abilities: Abilities = member.abilities ?? abilitiesOfRole(member.role_on_current_team)
  const { form, ...state } = useEndpointForm({
    endpoint: updateMember,
    params: { teamId, userId: member.id },
    initial: { ...limitsOf(member), abilities },
    body: ({ abilities, ...limits }) => ({ ...limitsToSend(limits), abilities }),
    onDone: async () => {
      await changed('The member has been updated.')
      onSaved()
    },
  })
  const { values } = form
  const set = (changes: Partial<LimitValues>) => {
    form.setValues(changes)
    // Another role starts with its default abilities.
    if (changes.role) form.setFieldValue('abilities', abilitiesOfRole(changes.role as Role))
  }
  return (
    <EndpointForm {...state} action={['Update Member', 'Updating Member']} narrow>
      <LimitsFields values={values} field={(name) => form.getInputProps(name)} set={set} />
      <AbilityFields
        abilities={values.abilities}
        viewOnly={values.role === 'auditor'}
        onChange={(changed) => form.setFieldValue('abilities', changed)}
      />
    </EndpointForm>
  )
}

type Props = Omit<FormProps, 'onSaved'> & { opened: boolean; onClose: () => void }

/** The role, the limits and the abilities of a member. */
const MemberDialog = ({ teamId, member, opened, onClose }: Props) => (
  <Dialog title={`Edit ${member.name ?? 'member'}`} opened={opened} onClose={onClose} size="lg">
    <MemberForm teamId={teamId} member={member} onSaved={onClose} />
  </Dialog>
)

export default MemberDialog
