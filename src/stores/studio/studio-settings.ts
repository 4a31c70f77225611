/** What the studio's pages say of the shop's settings. Browser only. */
const settings = () => document.querySelector<HTMLElement>('[data-time-zone]')?.dataset

/** The shop's time zone. */
export const shopZone = () => settings()?.timeZone ?? 'UTC'

/** Whether a model can be asked for texts. */
export const proposesTexts = () => settings()?.proposesTexts !== undefined

/** Whether editors, too, may delete clips for good. */
export const editorsDelete = () => settings()?.editorsDelete !== undefined
