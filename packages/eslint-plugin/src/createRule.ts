import { ESLintUtils } from '@typescript-eslint/utils';

/** Docs of a rule, besides those that ESLint requires. */
export interface RuleDocs {
  /** Part of `configs.recommended`. */
  readonly recommended: boolean;
}

const PAGES = 'https://github.com/rdc-toolkit/rdc-toolkit/blob/main/packages/eslint-plugin/docs';

/** Creates a rule whose page is `docs/<name>.md`. */
export const createRule = ESLintUtils.RuleCreator<RuleDocs>(name => `${PAGES}/${name}.md`);
