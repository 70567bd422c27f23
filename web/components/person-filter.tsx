import { NativeSelect } from '@mantine/core'
import { useTeam } from '#web/lib/session.ts'

type Props = {
  label: string /** The id of the chosen one, who may have left. */
  person?: string | undefined
  onChange: (id: string) => void
}

/** Narrows a list to what one person of the team has done; '' is anyone. */
export const PersonFilter = ({ label, person = '', onChange }: Props) => {
  const people = useTeam()?.users ?? []
  const hasLeft = person !== '' && people.every(({ id }) => id !== person)
  return (
    <NativeSelect
      label={label}
      value={person}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      data={[
        { value: '', label: 'Anyone' },
        ...people.map(({ id, name }) => ({ value: id as string, label: name ?? 'Erased person' })),
        ...(hasLeft ? [{ value: person, label: 'Someone who has left' }] : []),
      ]}
    />
  )
}
