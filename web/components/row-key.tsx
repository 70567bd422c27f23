type Props = { name: 'edit' | 'delete'; onPress: () => void }

/** What a key of a focused row presses where the row shows no button for it; nobody sees or reaches it otherwise. */
export const RowKey = ({ name, onPress }: Props) => (
  <button type="button" hidden data-row-key={name} onClick={onPress} />
)
