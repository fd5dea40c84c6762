export {
  type NoRelations,
  type ZodResponse,
  type ZodEntityClass,
  type ZodFields,
  zodEntity,
} from './zodEntity';
