import { Options } from '../auth/Options.tsx'

interface SelectProps<Value extends string> {
  label: string
  value: Value
  options: readonly { value: Value; name: string }[]
  onChoose: (value: Value) => void
}

/** A labelled choice of one of several values. */
export function Select<Value extends string>({ label, value, options, onChoose }: SelectProps<Value>) {
  return (
    <label className="studio-field">
      {label}
      <select value={value} onChange={({ target }) => onChoose(target.value as Value)}>
        <Options of={options.map((option) => [option.value, option.name])} />
      </select>
    </label>
  )
}
