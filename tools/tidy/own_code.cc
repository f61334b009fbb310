// SPDX-License-Identifier: MIT
//
// Keeps clang-tidy to declarations of the project: no check looks at those of the standard library
// and other system headers, which take most of its time and whose findings are not shown anyway.
// clang-tidy 21 does this by itself.
#include <clang-tidy/ClangTidyCheck.h>
#include <clang-tidy/ClangTidyModule.h>
#include <clang-tidy/ClangTidyModuleRegistry.h>
#include <clang/AST/ASTContext.h>
#include <clang/ASTMatchers/ASTMatchFinder.h>
#include <clang/ASTMatchers/ASTMatchers.h>

#include <vector>

namespace {

/// A unit is matched before what it declares, and checks go only through what is in scope by then.
class OwnCode final : public clang::tidy::ClangTidyCheck {
 public:
  using ClangTidyCheck::ClangTidyCheck;

  void registerMatchers(clang::ast_matchers::MatchFinder* finder) override {
    finder->addMatcher(clang::ast_matchers::translationUnitDecl().bind("unit"), this);
  }

  void check(const clang::ast_matchers::MatchFinder::MatchResult& result) override {
    std::vector<clang::Decl*> own;
    for (clang::Decl* each : result.Nodes.getNodeAs<clang::TranslationUnitDecl>("unit")->decls()) {
      if (!result.SourceManager->isInSystemHeader(each->getLocation())) {
        own.push_back(each);
      }
    }
    result.Context->setTraversalScope(own);
  }
};

class QuernModule final : public clang::tidy::ClangTidyModule {
 public:
  void addCheckFactories(clang::tidy::ClangTidyCheckFactories& factories) override {
    factories.registerCheck<OwnCode>("quern-own-code");
  }
};

const clang::tidy::ClangTidyModuleRegistry::Add<QuernModule> kQuernModule("quern", "");

}  // namespace
