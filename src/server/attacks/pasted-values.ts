import { type KyselyPlugin, OperationNodeTransformer, RawNode, type ValueNode } from 'kysely';

/** Writes every text into its statement unescaped, which is the flaw that no scanner may miss. */
class PastedValues extends OperationNodeTransformer {
  protected override transformValue(node: ValueNode): ValueNode {
    return typeof node.value === 'string' ? (RawNode.createWithSql(`'${node.value}'`) as never) : node;
  }
}

const transformer = new PastedValues();

export const pastedValues: KyselyPlugin = {
  transformQuery: ({ node }) => transformer.transformNode(node),
  transformResult: async ({ result }) => result,
};
