import type { TSESLint } from '@typescript-eslint/utils';
import { noAssertedArguments } from './rules/noAssertedArguments.js';
import { noDefinitionInComponent } from './rules/noDefinitionInComponent.js';
import { noLossyArguments } from './rules/noLossyArguments.js';
import { noRecordMutation } from './rules/noRecordMutation.js';
import { requireStaticKey } from './rules/requireStaticKey.js';

const NAME = 'rdc-toolkit';

const rules = {
  'no-asserted-arguments': noAssertedArguments,
  'no-definition-in-component': noDefinitionInComponent,
  'no-lossy-arguments': noLossyArguments,
  'no-record-mutation': noRecordMutation,
  'require-static-key': requireStaticKey,
};

const plugin: TSESLint.FlatConfig.Plugin & { rules: typeof rules } = {
  meta: { name: 'eslint-plugin-rdc-toolkit', version: '0.1.0' },
  rules,
};

/** All rules as errors, for a flat config: `export default [rdcToolkit.configs.recommended]`. */
const recommended: TSESLint.FlatConfig.Config = {
  name: `${NAME}/recommended`,
  plugins: { [NAME]: plugin },
  rules: Object.fromEntries(Object.keys(rules).map(rule => [`${NAME}/${rule}`, 'error'])),
};

/** ESLint expects a plugin as the default export. */
export default { ...plugin, configs: { recommended } };
