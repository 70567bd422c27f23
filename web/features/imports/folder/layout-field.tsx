import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Radio.layer.css'
import { Radio, TextInput } from '@mantine/core'
import { placeholders } from '#schemas/layouts/layout.ts'
import type { Proposal } from '#schemas/layouts/proposals.ts'
import { counted } from '#schemas/text/counted.ts'
import { safeText } from '#schemas/text/safe-text.ts'
import styles from '#web/features/imports/folder/folder.module.css'

const wordsOf = ({ fits, known, examples: [example] }: Proposal, all: number): string => {
  const said = Object.entries(example?.fields ?? {}).map(([field, value]) => `${field.replace(/_.*/, '')} ${value}`)
  const read = safeText(`${example?.path}: ${said.join(', ')}`)
  return `${fits} of ${counted(all, 'file')} fit, ${known} name a site you have. ${read}`
}

type Props = {
  proposals: readonly Proposal[]
  /** The number of files of the folder. */
  all: number
  pattern: string
  error: string | undefined
  onChange: (pattern: string) => void
}

/** What the folders and names of files mean: one of the layouts that fit best, or another. */
export const LayoutField = ({ proposals, all, pattern, error, onChange }: Props) => (
  <div className={styles.part}>
    {proposals.length > 0 && (
      <Radio.Group label="What folders and names mean" value={pattern} onChange={onChange}>
        <div className={styles.proposals}>
          {proposals.map((proposal) => (
            <Radio
              key={proposal.pattern}
              value={proposal.pattern}
              label={<code>{proposal.pattern}</code>}
              description={wordsOf(proposal, all)}
            />
          ))}
        </div>
      </Radio.Group>
    )}
    <TextInput
      label={proposals.length > 0 ? 'Or your own layout' : 'Layout'}
      description={`${Object.keys(placeholders)
        .map((each) => `{${each}}`)
        .join(' ')}; what may be missing stands in [ ]`}
      value={pattern}
      error={error}
      errorProps={{ role: 'alert' }}
      spellCheck={false}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  </div>
)
