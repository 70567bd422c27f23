import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Radio.layer.css'
import { Group, Radio } from '@mantine/core'
import type { ImportKind } from '#schemas/events/import.ts'
import { kinds } from '#web/components/kinds.ts'

type Props<Kind extends ImportKind> = {
  offered: readonly Kind[]
  value: Kind
  onChange: (kind: Kind) => void
  disabled?: boolean
}

/** What an import brings. */
export const KindField = <Kind extends ImportKind>({ offered, value, onChange, disabled = false }: Props<Kind>) => (
  <Radio.Group label="What to import" value={value} onChange={(kind) => onChange(kind as Kind)}>
    <Group gap="lg" mt="xs">
      {offered.map((each) => (
        <Radio key={each} value={each} label={kinds[each].title} disabled={disabled} />
      ))}
    </Group>
  </Radio.Group>
)
