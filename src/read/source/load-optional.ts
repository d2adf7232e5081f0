/** Loads a package that only some formats need, and says what to install where it is absent. */
import { UserError } from '../../errors.js';

export async function loadOptional<Module>(
  load: () => Promise<Module>,
  packageName: string,
  what: string,
): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    const isAbsent = code === 'ERR_MODULE_NOT_FOUND' || /Cannot find (package|module)|Failed to resolve/.test(message);
    if (!isAbsent) throw error;
    throw new UserError(
      'failure',
      `${what} needs the package ${packageName}, which is not installed; run: npm install ${packageName}`,
    );
  }
}
