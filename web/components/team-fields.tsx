import { TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { slugOf } from '#schemas/records/team-slug.ts'

const required = { required: true, withAsterisk: false, maxLength: 255 }

/** The props that a form passes to one of its inputs. */
type Bound = Pick<TextInputProps, 'value' | 'error'>

type Props = {
  label: string
  description?: string
  name: Bound
  slug: Bound
  onName: (name: string) => void
  onSlug: (slug: string) => void
}

/** The name of a new team and its slug, which follows the name until the user edits it. */
export const TeamFields = ({ label, description, name, slug, onName, onSlug }: Props) => {
  const [slugByHand, setSlugByHand] = useState(false)
  return (
    <>
      <TextInput
        label={label}
        description={description}
        autoComplete="organization"
        {...required}
        {...name}
        onChange={({ currentTarget: { value } }) => {
          onName(value)
          if (!slugByHand) onSlug(slugOf(value))
        }}
      />
      <TextInput
        label="Team slug"
        description="Used in web addresses"
        autoCapitalize="none"
        spellCheck={false}
        {...required}
        {...slug}
        onChange={({ currentTarget: { value } }) => {
          setSlugByHand(true)
          onSlug(value)
        }}
      />
    </>
  )
}
