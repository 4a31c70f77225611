import type { SettingProps } from './form-schema.ts'

/** Why a setting was refused. */
export function Problem({ path, state }: Pick<SettingProps, 'path' | 'state'>) {
  const text = state.problems[path]
  return text ? <p className="field-problem">{text}</p> : null
}
