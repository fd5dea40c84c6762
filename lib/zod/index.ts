export {
  type NoRelations,
  type ZodAnswer,
  type ZodEntityClass,
  type ZodFields,
  zodEntity,
} from './zodEntity';
