/** sonner inserts its styles on import, which the policy blocks. toaster.css imports the same sheet as a file. */
export function toastStyles() {
  return {
    name: 'toast-styles',
    transform(code: string, id: string): string | undefined {
      if (!/\/sonner\/dist\/index\.mjs/.test(id)) return undefined
      const without = code.replace(/^__insertCSS\(.*\);?$/m, '')
      if (without === code) throw new Error('sonner writes its styles in another way: see toast-styles.ts')
      return without
    },
  }
}
