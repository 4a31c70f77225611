import { useId } from 'react'

interface RadioGroupProps<Value extends string | number> {
  label: string
  values: readonly Value[]
  chosen: Value
  name: (value: Value) => string
  onChoose: (value: Value) => void
}

/** A few values in a row, one of them chosen. */
export function RadioGroup<Value extends string | number>(props: RadioGroupProps<Value>) {
  const { label, values, chosen, name, onChoose } = props
  const group = useId()
  return (
    <fieldset className="radio-group">
      <legend className="visually-hidden">{label}</legend>
      {values.map((value) => (
        <label key={value}>
          <input
            type="radio"
            name={group}
            className="visually-hidden"
            checked={value === chosen}
            onChange={() => onChoose(value)}
          />
          <span>{name(value)}</span>
        </label>
      ))}
    </fieldset>
  )
}
