type Props = { name: 'edit' | 'delete'; onPress: () => void }

/**
 * The hidden button that a key of a focused row presses where the row shows none; nobody sees or reaches it otherwise.
 */
export const RowKey = ({ name, onPress }: Props) => (
  <button type="button" hidden data-row-key={name} onClick={onPress} />
)
